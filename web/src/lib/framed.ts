/** Whether another site's page holds this one in a frame. */
export const framed = (): boolean => window.parent !== window;
