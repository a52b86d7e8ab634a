// A component without a face: a part of the address, as Python tells it.

import { address } from "./address.js";

export default function part({ data }) {
  address().tell(data);
}
