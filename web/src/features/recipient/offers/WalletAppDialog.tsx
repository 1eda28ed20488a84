import './words';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { qrSVG } from '../../../lib/qr';
import { Modal } from '../../../ui/dialog/Modal';
import { newOfferQuery, type OfferState, offerQuery, type WalletOffer } from './api';
import { Passes } from './Passes';
import { useCountdown } from './useCountdown';
import styles from './WalletAppDialog.module.css';

interface WalletAppDialogProps {
  uuid: string;
  isPrivate: boolean;
  onClose: () => void;
}

/** Offers a credential to a wallet app with a QR code and a transaction code, and follows what the wallet does. */
export function WalletAppDialog({ uuid, isPrivate, onClose }: WalletAppDialogProps) {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const { data: offer, isError } = useQuery(newOfferQuery(uuid, round));
  const { data: current } = useQuery(offerQuery(offer));
  const state = current?.state ?? 'waiting';
  const renew = () => setRound(round + 1);
  const body = () => {
    if (isError) return <Ended state="failed" title={t('walletApp.makeFailed')} onRenew={renew} />;
    if (!offer) return <Making />;
    if (state === 'waiting' || state === 'opened') {
      return (
        <Offered offer={offer} state={state} attemptsLeft={current?.attempts_left ?? offer.attempts_left} />
      );
    }
    const end = state === 'expired' && current?.attempts_left === 0 ? 'spent' : state;
    const help = t(`walletApp.${end}Help`);
    const title = t(`walletApp.state.${end}`);
    return end === 'added' ? (
      <Ended state={end} title={title} help={help} onDone={onClose} />
    ) : (
      <Ended state={end} title={title} help={help} onRenew={renew} />
    );
  };
  return (
    <Modal opened onClose={onClose} size={680} title={t('walletApp.title')}>
      {body()}
      <Passes uuid={uuid} isPrivate={isPrivate} />
    </Modal>
  );
}

function Making() {
  const { t } = useTranslation();
  return (
    <div className={styles.columns} role="status" aria-label={t('walletApp.making')} aria-busy>
      <Skeleton className={styles.qr} />
      <Stack gap="md">
        <Skeleton height={66} />
        <Skeleton height={72} />
      </Stack>
    </div>
  );
}

/** The attempts that an offer begins with. */
const ALL_ATTEMPTS = 5;

interface OfferedProps {
  offer: WalletOffer;
  state: OfferState;
  attemptsLeft: number;
}

function Offered({ offer, state, attemptsLeft }: OfferedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const left = useCountdown(offer.expires_at);
  const code = offer.tx_code ?? '';
  return (
    <div className={styles.columns}>
      <Stack gap="sm" align="center">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrSVG(offer.offer_uri))}`}
          alt={t('walletApp.qr')}
          className={styles.qr}
        />
        <Button
          component="a"
          href={offer.offer_uri}
          variant="default"
          fullWidth
          px="xs"
          leftSection={<IconDeviceMobile size={18} aria-hidden />}
        >
          {t('walletApp.open')}
        </Button>
      </Stack>
      <Stack gap="md">
        <Text size="sm">{t('walletApp.intro')}</Text>
        <div>
          <Text size="sm" fw={600}>
            {t('walletApp.code')}
          </Text>
          <div className={styles.code}>
            <bdi dir="ltr">
              {code.slice(0, code.length / 2)}
              <span className={styles.gap}> </span>
              {code.slice(code.length / 2)}
            </bdi>
          </div>
          <Text size="sm" c="dimmed">
            {t('walletApp.codeHelp')}
          </Text>
        </div>
        <div>
          <Text size="sm" fw={500} role="status">
            {t(`walletApp.state.${state}`)}
            {attemptsLeft < ALL_ATTEMPTS && (
              <span className={styles.wrong}>
                {t('walletApp.attempts', { count: attemptsLeft, number: format.number(attemptsLeft) })}
              </span>
            )}
          </Text>
          <Text size="sm" c="dimmed" className={styles.left}>
            {t('walletApp.left', { time: left })}
          </Text>
        </div>
      </Stack>
    </div>
  );
}

const ICONS = {
  added: IconCircleCheck,
  failed: IconAlertTriangle,
  expired: IconClock,
  spent: IconAlertTriangle,
} as const;

interface EndedProps {
  state: keyof typeof ICONS;
  title: string;
  help?: string;
  onDone?: () => void;
  onRenew?: () => void;
}

function Ended({ state, title, help, onDone, onRenew }: EndedProps) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <Stack gap="lg">
      <div className={styles.ended} role="status">
        <Icon size={40} stroke={1.5} aria-hidden className={styles[state]} />
        <Text fw={600} size="lg">
          {title}
        </Text>
        {help && (
          <Text size="sm" c="dimmed" maw="44ch">
            {help}
          </Text>
        )}
      </div>
      <Group justify="flex-end">
        {onDone && (
          <Button onClick={onDone} data-autofocus autoFocus>
            {t('walletApp.done')}
          </Button>
        )}
        {onRenew && (
          <Button onClick={onRenew} data-autofocus autoFocus>
            {t('walletApp.renew')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
