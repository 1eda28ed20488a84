import type { Parent } from './parent';
import type { MakerPayload, MakerType, Result } from './protocol/messages';
import { type HostMessage, type Received, readMessage } from './protocol/read';

/** The conversation with the host: hosts of the plain contract say nothing and hear the result alone. */
export class Host {
  readonly #parent: Parent;
  #port: MessagePort | undefined;
  #count = 0;

  constructor(parent: Parent) {
    this.#parent = parent;
  }

  /** Waits for the first message, which brings the port that all others travel on. */
  listen(self: Window, follow: (message: HostMessage) => void): void {
    self.addEventListener('message', (event) => {
      const [port] = event.ports;
      if (this.#port || !port || !this.#parent.sent(event)) return;
      const received = readMessage(event.data);
      const type =
        received.state === 'message' ? received.message.type : received.state === 'invalid' && received.type;
      if (type !== 'init') return;
      this.#parent.pin(event.origin);
      this.#port = port;
      port.onmessage = ({ data }) => this.#hear(readMessage(data), follow);
      this.#hear(received, follow);
    });
  }

  #hear(received: Received, follow: (message: HostMessage) => void): void {
    if (received.state === 'message') follow(received.message);
    else if (received.state === 'invalid') {
      this.say('error', { code: 'message.invalid', field: received.field }, received.id);
    }
  }

  /** Says something on the port, as the answer to the message with the id `re` where there is one. */
  say<T extends MakerType>(type: T, payload: MakerPayload<T>, re?: string): void {
    this.#count += 1;
    this.#port?.postMessage({ v: 1, id: `m${this.#count}`, ...(re !== undefined && { re }), type, payload });
  }

  /** Tells how it ended, on both ways: once. */
  end({ status, design }: Omit<Result, 'completed'>): void {
    this.say('closed', { status, design });
    this.#parent.tell({ completed: true, status, design });
  }
}
