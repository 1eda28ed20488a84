import { drawing } from './drawing';
import { type PrintResult, readJob } from './job';
import { picture } from './picture';
import { render } from './render';
import type { PictureLooks } from './tiles';

declare global {
  interface Window {
    laurel: {
      version: 1;
      render(job: unknown): Promise<PrintResult>;
      drawing(job: unknown): Promise<string>;
      picture(job: unknown, looks: PictureLooks): Promise<string>;
    };
    laurelReady: boolean;
  }
}

window.laurel = { version: 1, render: async (job) => render(readJob(job)), drawing, picture };
window.laurelReady = true;
