#!/bin/sh
# Take out of a folder of installed packages what nothing reads at run time: bytecode (made anew in memory), the packages'
# own tests, and what is there for those who compile against them. Stubs (.pyi) stay: scikit-image reads its own.
set -eu
folder=$1

find "$folder" -type d -name __pycache__ -prune -exec rm -rf {} +
find "$folder" -type d \( -name tests -o -name test \) -path '*/site-packages/*' -prune -exec rm -rf {} +
find "$folder" -type f \( -name '*.a' -o -name '*.pyx' -o -name '*.pxd' \) -delete

for packages in "$folder"/lib/python3*/site-packages; do
    cd "$packages"
    if [ -d torch ]; then
        find torch/bin -mindepth 1 ! -name torch_shm_manager -delete
        rm -rf torch/include torch/share torch/lib/*test*.so torch/lib/libbackend_with_compiler.so
    fi
    # Remote tables and query plans of Arrow, and the notebook parts of pydeck and Plotly.
    rm -rf pyarrow/include pyarrow/*_flight* pyarrow/*_substrait* numpy/_core/include pydeck/nbextension \
        plotly/labextension
done
