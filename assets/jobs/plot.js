// A Plotly chart that stays where it is: one graph for the life of the page, to which new points are given. A person's
// zoom outlives every update, which Streamlit's own chart can't promise, since it is made anew with each.

const mounted = new WeakMap();
let library = null;

function plotly(address) {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => {
      library = null;
      script.remove();
      reject(new Error(`${address} did not load`));
    };
    document.head.append(script);
  });
  return library;
}

class Chart {
  constructor(parent) {
    this.root = document.createElement("div");
    this.root.className = "tesla-plot";
    this.root.setAttribute("role", "figure");
    parent.append(this.root);
    this.work = Promise.resolve(); // drawings, one after the other: Plotly must not lose its element in the middle of one
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.root);
  }

  async update({ data }) {
    this.data = data;
    this.root.style.height = `${data.height}px`;
    this.root.setAttribute("aria-label", data.alt);
    this.root.dataset.points = data.points;
    let Plotly;
    try {
      Plotly = await plotly(data.library);
    } catch {
      this.root.textContent = data.alt;
      return;
    }
    this.enqueue(() => this.draw(Plotly, data));
  }

  enqueue(drawing) {
    this.work = this.work
      .then(() => (this.closed ? undefined : drawing()))
      .catch((error) => {
        if (!this.closed) console.warn(error);
      });
  }

  async draw(Plotly, data) {
    if (data !== this.data || this.drawn === data.figure) return; // newer points have come meanwhile
    if (!this.Plotly) this.root.textContent = "";
    this.Plotly = Plotly;
    this.drawn = data.figure;
    const { data: traces, layout } = JSON.parse(data.figure);
    await Plotly.react(this.root, traces, { ...layout, autosize: true, width: undefined }, data.config);
    this.root.dataset.drawn = data.points;
  }

  resize() {
    this.enqueue(() => (this.drawn && this.root.clientWidth ? this.Plotly.Plots.resize(this.root) : undefined));
  }

  close() {
    this.closed = true;
    this.observer.disconnect();
    this.root.remove();
    this.work.then(() => this.Plotly?.purge(this.root));
  }
}

export default function plot(component) {
  const { parentElement } = component;
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Chart(parentElement));
  mounted.get(parentElement).update(component);
  return () => {
    mounted.get(parentElement)?.close();
    mounted.delete(parentElement);
  };
}
