// The WebSocket to the playground's server: reconnects by itself, waiting a little longer each time.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Link {
  /** `receive(event)` is called for every event of the server, `changed(open)` when the line opens or breaks. */
  constructor(receive, changed, address = new URL("./ws", import.meta.url)) {
    this.receive = receive;
    this.changed = changed;
    this.address = address;
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Send one event; false when the line is down, so that the caller can say so. */
  send(event) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(event));
    return true;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.changed(true);
    });
    socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.changed(false);
      this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    });
  }

  /** Do not sit out a long wait when the network or the tab has just come back. */
  retry() {
    if (this.timer) this.connect();
  }
}
