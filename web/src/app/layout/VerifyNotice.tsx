import { Button, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '../../api/client';
import { useSession } from '../../api/session';
import { toast } from '../../ui/toast/toast';
import styles from './VerifyNotice.module.css';

/** Reminds a new account to confirm its email address. */
export function VerifyNotice() {
  const { t } = useTranslation();
  const user = useSession((state) => state.session?.user);
  const token = useSession((state) => state.session?.verification_token);
  const resend = useMutation({
    mutationFn: (verification_token: string) =>
      call(api.POST('/issuer_login/resend_verification_email', { body: { verification_token } })),
    onSuccess: () => toast.success(t('verifyNotice.sent', { email: user?.email })),
  });
  if (!user || user.verified || !token) return null;
  return (
    <Group className={styles.notice} justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" className={styles.words}>
        <IconMail size={18} aria-hidden className={styles.icon} />
        <Text>{t('verifyNotice.body', { email: user.email })}</Text>
      </Group>
      <Button
        size="compact-sm"
        variant="default"
        loading={resend.isPending}
        onClick={() => resend.mutate(token)}
      >
        {t('verifyNotice.resend')}
      </Button>
    </Group>
  );
}
