// Walsh energy by degree of a panel's function over all strings, from the bytes of its grid.

function ones(value) {
  let count = 0;
  for (let rest = value; rest; rest &= rest - 1) count += 1;
  return count;
}

// bytes: 2^n probabilities in the order of the strings. Returns the share of the energy at degrees 0 … n; a function
// that is one half everywhere has no energy to share.
export function walshShares(bytes) {
  const size = bytes.length;
  const degrees = Math.round(Math.log2(size));
  const values = Float32Array.from(bytes, (byte) => (2 * byte) / 255 - 1);
  for (let half = 1; half < size; half *= 2) {
    for (let start = 0; start < size; start += 2 * half) {
      for (let i = start; i < start + half; i += 1) {
        const [left, right] = [values[i], values[i + half]];
        values[i] = left + right;
        values[i + half] = left - right;
      }
    }
  }
  const shares = new Float64Array(degrees + 1);
  let total = 0;
  for (let i = 0; i < size; i += 1) {
    const energy = (values[i] / size) ** 2;
    shares[ones(i)] += energy;
    total += energy;
  }
  return total > 1e-9 ? shares.map((share) => share / total) : shares;
}
