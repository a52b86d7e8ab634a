"""Who knows that a label is the parity of some bits finds which: linear algebra over GF(2), and Walsh's transform."""
