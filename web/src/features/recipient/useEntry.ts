import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT } from '../../api/recipient';
import { safeReturnPath } from '../../lib/urls';
import { FormRefusal } from '../../ui/form/useForm';

/** Returns a function that leaves a sign-in page for the page that was asked for, or the wallet. */
export function useEntry(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return async () => {
    queries.removeQueries({ queryKey: RECIPIENT });
    queries.removeQueries({ queryKey: PUBLIC_CREDENTIAL });
    await navigate(safeReturnPath(params.get('next')) ?? '/me', { replace: true });
  };
}

/** Returns a function that turns refusals of a sign-in into messages of its form. */
export function useSignInRefusal(): (error: unknown) => never {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'sign_in.too_many') throw new FormRefusal(t('signIn.tooMany'));
    if (error.status === 429) throw new FormRefusal(t('problem.highDemand'));
    if (error.code === 'sign_in.failed') throw new FormRefusal(t('signIn.failed'));
    if (error.status === 410) throw new FormRefusal(t('recipient.signIn.over'));
    throw error;
  };
}
