/**
 * Everything that goes wrong in a browser while it runs: errors in the console, breaches of the content security policy,
 * requests that fail or are refused. What a test expects to be refused it announces by `allow`.
 */
export class Watch {
  problems = [];
  visits = [];
  #allowed = [];
  #words = [];

  /** Forgets what the last test found and allowed. */
  begin() {
    this.problems = [];
    this.#allowed = [];
    this.#words = [];
  }

  /** Refusals with this status at an address that contains `path` are part of the running test. */
  allow(status, path) {
    this.#allowed.push({ status, path });
  }

  /** Errors on the console that contain these words are part of the running test. */
  allowConsole(words) {
    this.#words.push(words);
  }

  attach(page) {
    const where = () => new URL(page.url()).pathname;
    page.on('pageerror', (error) => {
      if (!isForeign(error)) this.problems.push(`${where()}: ${error.stack ?? error.message}`);
    });
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // Chromium repeats each refused request on the console; those are judged by their answers below.
      if (message.text().startsWith('Failed to load resource')) return;
      if (this.#words.some((words) => message.text().includes(words))) return;
      this.problems.push(`${where()}: ${message.type()} on the console: ${message.text()}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // A page that is left gives up what it was still waiting for.
      if (reason === 'net::ERR_ABORTED') return;
      this.problems.push(`${where()}: ${request.method()} ${request.url()} failed: ${reason}`);
    });
    page.on('response', (response) => this.#judge(response, where()));
  }

  #judge(response, where) {
    const url = response.url();
    const status = response.status();
    if (url.endsWith('/frontend/log_frontend_analytics')) this.visits.push(visit(response));
    if (status < 400) return;
    const known = this.#allowed.some((one) => one.status === status && url.includes(one.path));
    if (!known) this.problems.push(`${where}: ${response.request().method()} ${url} answered ${status}`);
  }
}

/**
 * Whether none of the program's scripts threw it: those have addresses. What the test driver puts into every frame has none,
 * and throws in frames that show a PDF.
 */
function isForeign({ stack = '' }) {
  return stack.includes('at <anonymous>') && !stack.includes('://');
}

function visit(response) {
  const { property, path } = response.request().postDataJSON();
  return { property, path, status: response.status() };
}
