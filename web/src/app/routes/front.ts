import type { RouteObject } from 'react-router';

/** The pages before sign-in. */
export const frontRoutes: RouteObject[] = [
  { id: 'sign-in', path: 'sign-in', lazy: () => import('../../features/sign-in/SignInPage') },
  {
    id: 'create-account',
    path: 'create-account',
    lazy: () => import('../../features/sign-in/CreateAccountPage'),
  },
  { id: 'verify-email', path: 'verify-email', lazy: () => import('../../features/sign-in/VerifyEmailPage') },
  {
    id: 'forgot-password',
    path: 'forgot-password',
    lazy: () => import('../../features/sign-in/ForgotPasswordPage'),
  },
  {
    id: 'reset-password',
    path: 'reset-password',
    lazy: () => import('../../features/sign-in/ResetPasswordPage'),
  },
  { id: 'claim', path: 'claim', lazy: () => import('../../features/sign-in/ClaimPage') },
  { id: 'sso-company', path: 'sso/company', lazy: () => import('../../features/sign-in/CompanyPage') },
  {
    id: 'confirm-sender',
    path: 'confirm-sender',
    lazy: () => import('../../features/sign-in/ConfirmSenderPage'),
  },
  { id: 'sso', path: 'sso', lazy: () => import('../../features/sign-in/SsoPage') },
];
