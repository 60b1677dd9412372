// The start page's board plays its game, stone by stone, where it may move; elsewhere it shows the end.
(() => {
  const STEP_MS = 420;

  const begin = () => {
    const won = document.getElementById("motu-won");
    const place = document.getElementById("motu-play");
    const again = document.getElementById("motu-again");
    if (!won || !place || !again || window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return;
    }
    const moves = JSON.parse(place.dataset.moves);
    const cells = moves.map((name) => place.querySelector(`.motu-cell[data-cell="${name}"]`));
    let timer = 0;

    const show = (isOver) => {
      won.hidden = !isOver;
      place.hidden = isOver;
      again.hidden = !isOver;
    };

    const step = (number) => {
      if (number === cells.length - 1) {
        show(true);
        return;
      }
      cells[number]?.classList.replace("motu-waits", "motu-placed");
      timer = window.setTimeout(step, STEP_MS, number + 1);
    };

    const play = () => {
      for (const cell of cells) {
        cell?.classList.remove("motu-placed");
        cell?.classList.add("motu-waits");
      }
      show(false);
      step(0);
    };

    again.addEventListener("click", play);
    // Nothing moves where nobody looks.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && !place.hidden) {
        window.clearTimeout(timer);
        show(true);
      }
    });
    play();
  };

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
})();
