import { createBrowserRouter } from 'react-router';
import { routes } from './routes/all';

export const router = createBrowserRouter(routes);
export type AppRouter = typeof router;
