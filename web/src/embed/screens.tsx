import { CloseButton, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Maker } from './maker';
import type { Problem } from './problem';
import styles from './screens.module.css';

/** Until the design is there. */
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

/** Refusals of the maker itself, for which the server has no words. */
const OWN_WORDS = {
  'embed.sandboxed': 'sandboxed',
  'embed.no_code': 'noCode',
  'embed.parent_not_allowed': 'parent',
  'embed.over': 'over',
  unreachable: 'unreachable',
} as const;

/** Why the maker could not open. What opened it counts once, so that only the page around it can try again. */
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

/** Why something failed, in the words of the server or our own. */
function useReason({ code, lines }: Problem): string {
  const { t } = useTranslation();
  const own = OWN_WORDS[code as keyof typeof OWN_WORDS] ?? 'other';
  return lines.length > 0 ? lines.join('\n') : t(`embed.maker.problem.${own}`);
}

/** Says above the editor that the last save failed, until one succeeds or the person has read it. */
export function NotSaved({ maker }: { maker: Maker }) {
  const { t } = useTranslation();
  const problem = useStore(maker.store, (state) => state.notSaved);
  const [read, setRead] = useState<Problem | null>(null);
  // A conflict has a dialog of its own.
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

/** After closing, until the page around takes the frame away. */
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

/** The host's sign at the start of the bar: decoration, the page around says whose it is. */
export function Brand({ picture }: { picture: string }) {
  return <img className={styles.brand} src={picture} alt="" />;
}

function Screen({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>;
}
