// The bar on the lab's pages for somebody in a room. Who leads sees who follows, and asks; who explores has a way back.

import { Connection, routeAddress } from "../live/session/connection.js";
import { element, write } from "../live/drawing/dom.js";
import { say, sayCount, speak } from "../live/words/say.js";
import { Asking } from "./asking.js";
import { Room } from "./room.js";

const mounted = new WeakMap();
const epochAt = () => Number(document.querySelector(".tesla-live")?.dataset.epoch) || 0; // of this page's canvas

class Bar {
  // told: {path, room, visit, console, follow, owner}.
  constructor(parent, told) {
    this.told = told;
    this.room = new Room({ changed: () => this.show(), refused: (sentence) => this.tell(sentence) }, (message) => this.connection.send(message));
    this.connection = new Connection(routeAddress(told.path), {
      open: () => this.connection.send({ type: "enter", room: told.room, as: "page", visit: told.visit }),
      text: (message) => this.room.hear(message),
      bytes() {}, lost() {}, refused() {},
    });
    this.code = element("strong", { class: "tc-code" }, told.room);
    this.words = element("span", { class: "tc-bar-words", role: "status" });
    this.back = element("a", { class: "tc-button tc-primary", href: told.follow, target: "_self" }, say("Back to the class"));
    this.console = element("a", { class: "tc-button", href: told.console, target: "_self", hidden: !told.owner }, say("Console"));
    this.asking = new Asking({ ask: (question) => this.room.do("ask", { question }), epochAt });
    this.reveal = element("button", { class: "tc-button tc-primary", type: "button", onclick: () => this.room.do("reveal") }, say("Reveal"));
    this.close = element("button", { class: "tc-button", type: "button", onclick: () => this.room.do("close") }, say("Close the question"));
    this.fold = element("details", { class: "tc-fold", ontoggle: () => this.asking.lookAhead() }, element("summary", { class: "tc-button" }, say("Ask the class")), this.asking.root);
    this.problem = element("span", { class: "tc-bar-problem", role: "alert" });
    this.root = element("div", { class: "tc-console tc-bar-strip", "data-testid": "tesla-class-bar" },
      element("span", {}, say("Class"), " ", this.code), this.words, this.problem, this.back, this.reveal, this.close, this.fold, this.console);
    parent.append(this.root);
    this.show();
  }

  show() {
    const { room, told } = this;
    const { question } = room;
    this.root.hidden = !room.sections || (room.over && told.owner);
    const asks = told.owner && !room.over;
    this.back.hidden = told.owner || room.over;
    this.reveal.hidden = !asks || !question?.open;
    this.close.hidden = !asks || !question?.revealed;
    this.fold.hidden = !asks || Boolean(question);
    if (question) this.fold.open = false;
    this.asking.show(room.get("scene"), room.get("asks"));
    write(this.words, this.wording(question));
    this.tell("");
    if (!told.owner && this.explored && room.you.following && !room.leads) window.location.assign(told.follow); // gathered
    this.explored = room.you.following === false;
  }

  wording(question) {
    const { room, told } = this;
    if (room.over) return say("The class is over.");
    if (!told.owner) return room.leads ? say("You lead.") : say("You explore on your own.");
    const here = sayCount(room.here, "{count} here", "{count} here");
    const following = sayCount(room.members.filter(({ state }) => state === "following").length, "{count} follows", "{count} follow");
    const answered = question?.open ? say("{answered} answered", { answered: question.answered ?? 0 }) : "";
    return [here, following, answered].filter(Boolean).join(" · ");
  }

  tell(sentence) {
    write(this.problem, sentence);
  }

  unmount() {
    this.connection.close();
    this.root.remove();
  }
}

export default function bar({ parentElement, data }) {
  if (speak(data.words) || mounted.get(parentElement)?.told.room !== data.room) unmount(parentElement);
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Bar(parentElement, data));
  return () => unmount(parentElement);
}

function unmount(parent) {
  mounted.get(parent)?.unmount();
  mounted.delete(parent);
}
