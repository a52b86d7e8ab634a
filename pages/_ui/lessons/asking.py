"""A question of a lesson for somebody alone: answer, watch, compare."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages._ui.lessons.texts import show_html
from pages._ui.markdown import plain
from tesla_core.lessons.lesson import LessonQuestion, QuestionKind
from tesla_core.messages.say import say


class Asking:
    """One question on a page, and what this session's person has answered. key: of its widgets and its answer."""

    def __init__(self, key: str, question: LessonQuestion, language: str) -> None:
        self._key, self._question, self._language = key, question, language

    @property
    def answer(self) -> float | None:
        return st.session_state.get(f"{self._key} answer")

    @property
    def told(self) -> bool:
        """Whether the right answer is out."""
        return bool(st.session_state.get(f"{self._key} told"))

    @property
    def is_awaited(self) -> bool:
        """Whether a prediction is still to be made: until then nothing may tell what will be seen."""
        return self._question.predicts and self.answer is None

    def show(self, scene: bool) -> None:
        """The question and how to answer it. scene: whether there is a run to watch on this step."""
        show_html(self._question.text, self._language, "question")
        _FORMS[self._question.kind](self)
        if self._waits(scene):
            st.markdown(say("**Noted.** Now press Play and watch; then compare."))

    def show_answer(self, scene: bool) -> None:
        """Once there is an answer: the right one, at once or, for a prediction, when somebody asks for it."""
        if self.answer is None:
            return
        if self._waits(scene):
            st.button(say("Compare with the answer"), key=f"{self._key} tell", on_click=self._tell, width="stretch")
            return
        judged = self._question.judge(self.answer)
        if judged is None:
            word, kind = say("Compare your drawing with the picture."), "because"
        elif judged:
            word, kind = say("You are right."), "right"
        else:
            word, kind = say("It is otherwise: {right}.", right=self._right()), "otherwise"
        show_html(f"<p><strong>{word}</strong></p>{self._question.because}", self._language, kind)

    def _waits(self, scene: bool) -> bool:
        return self.answer is not None and self._question.predicts and scene and not self.told

    def _right(self) -> str:
        question, right = self._question, self._question.right or 0.0
        return question.options[int(right)] if question.options else f"{right:g}{question.unit}"

    def _take(self, value: float) -> None:
        st.session_state[f"{self._key} answer"] = value

    def _tell(self) -> None:
        st.session_state[f"{self._key} told"] = True

    def choose(self) -> None:
        """A button an option; the chosen one is marked, and can be changed until the answer is out."""
        out = self.answer is not None and (self.told or not self._question.predicts)
        with st.container(gap="small"):
            for index, option in enumerate(self._question.options):
                chosen = self.answer == index
                st.button(
                    plain(option),
                    key=f"{self._key} option {index}",
                    type="primary" if chosen else "secondary",
                    icon=":material/check:" if chosen else None,
                    on_click=self._take,
                    args=(float(index),),
                    disabled=out and not chosen,
                    width="stretch",
                )

    def number(self) -> None:
        with st.form(f"{self._key} form", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
            label = (
                say("Your answer, in {unit}", unit=self._question.unit) if self._question.unit else say("Your answer")
            )
            given = st.number_input(label, value=None, step=None, format="%g", key=f"{self._key} number")
            if st.form_submit_button(say("Answer"), type="primary") and given is not None:
                self._take(float(given))

    def draw(self) -> None:
        st.markdown(say("Draw it on paper: the outline, and your line in it."))
        st.button(
            say("I have drawn it"),
            key=f"{self._key} drawn",
            type="secondary" if self.answer is None else "primary",
            on_click=self._take,
            args=(0.0,),
            width="stretch",
        )


_FORMS: dict[QuestionKind, Callable[[Asking], None]] = {
    QuestionKind.CHOICE: Asking.choose,
    QuestionKind.NUMBER: Asking.number,
    QuestionKind.DRAW: Asking.draw,
}
