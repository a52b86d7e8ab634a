"""ImageNet-100, or any folder of pictures: four backbones with another activation."""
