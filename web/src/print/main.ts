import { drawing } from './drawing';
import { type PrintResult, readJob } from './job';
import { render } from './render';

declare global {
  interface Window {
    laurel: {
      version: 1;
      render(job: unknown): Promise<PrintResult>;
      drawing(job: unknown): Promise<string>;
    };
    laurelReady: boolean;
  }
}

window.laurel = { version: 1, render: async (job) => render(readJob(job)), drawing };
window.laurelReady = true;
