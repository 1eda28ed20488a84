import { type PrintResult, readJob } from './job';
import { render } from './render';

declare global {
  interface Window {
    laurel: { version: 1; render(job: unknown): Promise<PrintResult> };
    laurelReady: boolean;
  }
}

window.laurel = { version: 1, render: async (job) => render(readJob(job)) };
window.laurelReady = true;
