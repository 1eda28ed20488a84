import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { ownSupplementsQuery } from '../supplements/api';
import { makePass, type WalletPlatform } from './api';

/** Buttons for passes of Apple Wallet and Google Wallet, where the installation has them. */
export function Passes({ uuid, isPrivate }: { uuid: string; isPrivate: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery(ownSupplementsQuery(uuid));
  const [making, setMaking] = useState<WalletPlatform>();
  const [failure, setFailure] = useState('');
  const platforms = data?.wallet_passes ?? [];
  if (platforms.length === 0) return null;
  const add = async (platform: WalletPlatform) => {
    setMaking(platform);
    setFailure('');
    try {
      window.location.assign(await makePass(uuid, platform));
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.lines.length > 0 ? error.message : t('walletApp.pass.failed'),
      );
    } finally {
      setMaking(undefined);
    }
  };
  return (
    <Stack gap="sm" mt="lg">
      <Divider />
      <Text fw={600} size="sm" component="h3">
        {t('walletApp.pass.heading')}
      </Text>
      <Group gap="sm">
        {platforms.map((platform) => (
          <Button
            key={platform}
            variant="default"
            leftSection={<IconWallet size={18} aria-hidden />}
            loading={making === platform}
            onClick={() => void add(platform)}
          >
            {t(`walletApp.pass.${platform}`)}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {t('walletApp.pass.help')}
        {isPrivate && <> {t('walletApp.pass.private')}</>}
      </Text>
      {failure && (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      )}
    </Stack>
  );
}
