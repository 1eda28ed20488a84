import { CloseButton, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Maker } from './maker';
import type { Problem } from './problem';
import styles from './screens.module.css';

/** Shown while the design is loading. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <Screen>
      <Stack align="center" gap="md" aria-busy role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">{t('embed.maker.loading')}</Text>
      </Stack>
    </Screen>
  );
}

/** Errors of the design maker itself, for which the server has no messages. */
const OWN_WORDS = {
  'embed.sandboxed': 'sandboxed',
  'embed.no_code': 'noCode',
  'embed.parent_not_allowed': 'parent',
  'embed.over': 'over',
  unreachable: 'unreachable',
} as const;

/** Why the design maker could not open. A code is valid once, so only the embedding page can try again. */
export function Failed({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const why = useReason(problem);
  const { lines } = problem;
  return (
    <Screen>
      <Stack gap={4} maw={480} role="alert">
        <Title order={1} size="h3" ta="center">
          {t('embed.maker.failed')}
        </Title>
        <Text ta="center" style={{ whiteSpace: 'pre-line' }}>
          {why}
        </Text>
        {lines.length === 0 && (
          <Text c="dimmed" ta="center">
            {t('embed.maker.openAgain')}
          </Text>
        )}
      </Stack>
    </Screen>
  );
}

/** Why something failed, in the server's words or our own. */
function useReason({ code, lines }: Problem): string {
  const { t } = useTranslation();
  const own = OWN_WORDS[code as keyof typeof OWN_WORDS] ?? 'other';
  return lines.length > 0 ? lines.join('\n') : t(`embed.maker.problem.${own}`);
}

/** A notice above the editor that the last save failed, until a save succeeds or the person dismisses it. */
export function NotSaved({ maker }: { maker: Maker }) {
  const { t } = useTranslation();
  const problem = useStore(maker.store, (state) => state.notSaved);
  const [read, setRead] = useState<Problem | null>(null);
  // A conflict has its own dialog.
  if (!problem || problem === read || problem.code === 'design.changed') return null;
  return (
    <div className={styles.notSaved} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{t('embed.maker.notSaved')}</strong>
        <Reason problem={problem} />
      </div>
      <CloseButton size="sm" aria-label={t('ui.toast.dismiss')} onClick={() => setRead(problem)} />
    </div>
  );
}

const Reason = ({ problem }: { problem: Problem }) => <p>{useReason(problem)}</p>;

/** Shown after closing, until the embedding page removes the frame. */
export function Ended({ notSaved }: { notSaved: Problem | null }) {
  const { t } = useTranslation();
  return (
    <Screen>
      <Stack gap={4} maw={480} role="status">
        <Title order={1} size="h3" ta="center">
          {t('embed.maker.ended')}
        </Title>
        {notSaved && <Text ta="center">{t('embed.maker.endedNotSaved')}</Text>}
        <Text c="dimmed" ta="center">
          {t('embed.maker.endedHelp')}
        </Text>
      </Stack>
    </Screen>
  );
}

/** The host's logo at the start of the bar. It is decorative, as the embedding page identifies its product. */
export function Brand({ picture }: { picture: string }) {
  return <img className={styles.brand} src={picture} alt="" />;
}

function Screen({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>;
}
