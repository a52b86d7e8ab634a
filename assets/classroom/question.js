// The question of the moment: asked, answered while it is open, and what the class said once it is revealed.

import { element, setAttribute, write } from "../live/drawing/dom.js";
import { say, sayCount, sayList } from "../live/words/say.js";
import { barChart, isNear, MANY, rowsOf, short } from "./bars.js";
import { Pad } from "./drawing.js";

// What the reveal means for whoever answered; "" while nothing is known.
export function verdict({ kind, revealed, right, mine, options }) {
  if (!revealed || kind === "draw") return "";
  if (!right) return say("Now Play shows who was right.");
  const answer = kind === "choice" ? sayList(right.options.map((i) => options[i])) : short(right.number);
  if (mine === null) return say("It was: {answer}.", { answer });
  if (isRight(right, mine)) return say("You were right: {answer}.", { answer });
  return say("It was: {answer}. You said: {yours}.", { answer, yours: kind === "choice" ? options[mine] : short(mine) });
}

function isRight(right, mine) {
  return right.options ? right.options.includes(mine) : isNear(right, mine);
}

// How many have answered.
export function answeredOf(answered, count) {
  return say("{answered} of {count} have answered", { answered, count });
}

export class QuestionCard {
  // on: {answer(value), paint(context, size)}, none of both on a wall, where nothing can be pressed.
  constructor(on = null) {
    this.on = on;
    this.text = element("h2", { class: "tc-question-text" });
    this.body = element("div", { class: "tc-question-body" });
    this.note = element("p", { class: "tc-question-note", role: "status" });
    this.root = element("section", { class: "tc-card tc-question", "aria-label": say("Question"), hidden: true }, this.text, this.body, this.note);
  }

  // question: the room's section, or null; count: of those in the room.
  show(question, count) {
    this.root.hidden = !question;
    this.question = question;
    if (!question) {
      this.built = null;
      this.body.replaceChildren();
      return;
    }
    write(this.text, question.text);
    const stage = question.revealed ? "revealed" : question.open ? "open" : "closed";
    setAttribute(this.root, "data-stage", stage);
    if (question.revealed) this.reveal(question);
    else this.ask(question);
    this.tell(question, count);
  }

  ask(question) {
    const wanted = `${question.id} open`;
    if (this.built !== wanted) {
      this.built = wanted;
      this.pad = this.buttons = this.field = null;
      this.body.replaceChildren(...this.answering(question));
    }
    this.buttons?.forEach((button, i) => setAttribute(button, "aria-pressed", String(question.mine === i)));
    this.pad?.show(question.mine);
    if (this.field && document.activeElement !== this.field && question.mine !== null) this.field.value = String(question.mine);
  }

  // What a person answers with; on a wall the options alone.
  answering(question) {
    const { kind, options } = question;
    if (!this.on) return kind === "choice" ? [element("ul", { class: "tc-options", "data-many": options.length > MANY }, ...options.map((label) => element("li", {}, label)))] : [];
    if (kind === "choice") {
      this.buttons = options.map((label, i) => element(
        "button", { class: "tc-button tc-option", type: "button", onclick: () => this.on.answer(i) }, label,
      ));
      return [element("div", { class: "tc-options", role: "group", "aria-label": question.text }, ...this.buttons)];
    }
    if (kind === "draw") {
      this.pad = new Pad({ paint: (context, size) => this.on.paint(context, size), drawn: (strokes) => this.on.answer(strokes) });
      requestAnimationFrame(() => this.pad?.draw());
      return [this.pad.root];
    }
    this.field = element("input", { class: "tc-field", type: "number", inputmode: "decimal", step: "any", required: true, "aria-label": question.text });
    const send = (event) => {
      event.preventDefault();
      if (this.field.value !== "" && Number.isFinite(Number(this.field.value))) this.on.answer(Number(this.field.value));
    };
    return [element("form", { class: "tc-row", onsubmit: send }, this.field, element("button", { class: "tc-button tc-primary", type: "submit" }, say("Answer")))];
  }

  reveal(question) {
    const wanted = JSON.stringify([question.id, question.counts, question.answers, question.right, question.mine]);
    if (this.built === wanted) return;
    this.built = wanted;
    this.pad = this.buttons = this.field = null;
    if (question.kind === "draw") {
      const drawn = (question.answers ?? []).length;
      const words = sayCount(drawn, "One drawing lies over the picture.", "{count} drawings lie over the picture.");
      this.body.replaceChildren(element("p", {}, words));
    } else this.body.replaceChildren(barChart(rowsOf(question), say("What the class said")));
  }

  tell(question, count) {
    write(this.note, question.revealed ? verdict(question) : this.standing(question, count));
  }

  standing({ kind, open, mine, answered }, count) {
    if (!open) return say("The question is closed; the teacher reveals it in a moment.");
    const told = answeredOf(answered ?? 0, count);
    if (!this.on) return told;
    if (kind === "draw") return say("{told}.", { told }); // the pad says what is saved
    if (mine === null) return say("Choose what you expect. {told}.", { told });
    return say("Your answer is saved. You can change it until the reveal. {told}.", { told });
  }

  // The picture below the pad changed.
  redraw() {
    this.pad?.draw();
  }
}
