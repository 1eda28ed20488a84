/** Whether the page is embedded in a frame. */
export const framed = (): boolean => window.parent !== window;
