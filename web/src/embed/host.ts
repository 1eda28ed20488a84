import type { Parent } from './parent';
import type { MakerPayload, MakerType, Result } from './protocol/messages';
import { type HostMessage, type Received, readMessage } from './protocol/read';

/** The channel to the host. Hosts that use only the basic contract send nothing and receive only the result. */
export class Host {
  readonly #parent: Parent;
  #port: MessagePort | undefined;
  #count = 0;

  constructor(parent: Parent) {
    this.#parent = parent;
  }

  /** Waits for the first message, which transfers the port for all others. */
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

  /** Sends a message on the port, as the reply to the message with ID `re` if there is one. */
  say<T extends MakerType>(type: T, payload: MakerPayload<T>, re?: string): void {
    this.#count += 1;
    this.#port?.postMessage({ v: 1, id: `m${this.#count}`, ...(re !== undefined && { re }), type, payload });
  }

  /** Sends the result, once, in both forms. */
  end({ status, design }: Omit<Result, 'completed'>): void {
    this.say('closed', { status, design });
    this.#parent.tell({ completed: true, status, design });
  }
}
