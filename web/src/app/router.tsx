import { createBrowserRouter, type RouteObject } from 'react-router';
import { PageSkeleton } from '../ui/PageSkeleton';
import { RequireDepartment, RequireSession } from './guards';
import { AppLayout } from './layout/AppLayout';
import { FrontLayout } from './layout/FrontLayout';
import { NotFoundPage } from './NotFoundPage';
import { Root } from './Root';
import { RouteError } from './RouteError';

// No static route may hold a digit: a reference to a credential always does, so that `/:ref` never takes one over.
const front: RouteObject[] = [
  { id: 'sign-in', path: 'sign-in', lazy: () => import('../features/sign-in/SignInPage') },
  {
    id: 'create-account',
    path: 'create-account',
    lazy: () => import('../features/sign-in/CreateAccountPage'),
  },
  { id: 'verify-email', path: 'verify-email', lazy: () => import('../features/sign-in/VerifyEmailPage') },
  {
    id: 'forgot-password',
    path: 'forgot-password',
    lazy: () => import('../features/sign-in/ForgotPasswordPage'),
  },
  {
    id: 'reset-password',
    path: 'reset-password',
    lazy: () => import('../features/sign-in/ResetPasswordPage'),
  },
  { id: 'claim', path: 'claim', lazy: () => import('../features/sign-in/ClaimPage') },
  { id: 'sso', path: 'sso', lazy: () => import('../features/sign-in/SsoPage') },
];

const department: RouteObject[] = [
  { id: 'home', index: true, lazy: () => import('./HomePage') },
  {
    id: 'settings',
    path: 'settings',
    lazy: () => import('./layout/SettingsLayout'),
    children: [
      {
        id: 'settings-department',
        path: 'department',
        lazy: () => import('../features/departments/DepartmentSettingsPage'),
      },
    ],
  },
];

const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageSkeleton />,
    children: [
      { element: <FrontLayout />, children: front },
      {
        element: <RequireSession />,
        children: [
          {
            element: <AppLayout />,
            children: [
              {
                errorElement: <RouteError />,
                children: [{ element: <RequireDepartment />, children: department }],
              },
              { id: 'account', path: 'account', lazy: () => import('../features/account/AccountPage') },
              {
                id: 'department-new',
                path: 'departments/new',
                lazy: () => import('../features/departments/DepartmentCreatePage'),
              },
            ],
          },
        ],
      },
      { id: 'not-found', path: '*', element: <NotFoundPage /> },
    ],
  },
];

export const router = createBrowserRouter(routes);
export type AppRouter = typeof router;
