import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keepRecipientSecret } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT } from '../../api/recipient';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { deleteOwnAccount } from './api';
import { SignInAgain } from './SignInAgain';

/** Deletes the recipient's account, once its address was typed. */
export function DeletePanel({ email }: { email: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [tooOld, setTooOld] = useState(false);
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('recipient.delete.ask'),
      body: t('recipient.delete.body'),
      confirmLabel: t('recipient.delete.confirm'),
      danger: true,
      typeToConfirm: email,
    });
    if (!sure) return;
    const working = dialog.loading({ title: t('recipient.delete.working') });
    try {
      await deleteOwnAccount();
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return setTooOld(true);
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      return void dialog.warning({
        title: t('recipient.delete.failed'),
        body: lines || t('problem.generic'),
      });
    } finally {
      working.close();
    }
    keepRecipientSecret(null);
    await navigate('/me/sign-in', { replace: true });
    queries.removeQueries({ queryKey: RECIPIENT });
    queries.removeQueries({ queryKey: PUBLIC_CREDENTIAL });
    toast.success(t('recipient.delete.done'));
  };
  return (
    <Panel title={t('recipient.delete.title')} description={t('recipient.delete.lead')}>
      {tooOld && <SignInAgain>{t('recipient.delete.againText')}</SignInAgain>}
      <Group>
        <Button variant="default" c="red" onClick={() => void remove()}>
          {t('recipient.delete.action')}
        </Button>
      </Group>
    </Panel>
  );
}
