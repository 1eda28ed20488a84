import { IconAlertTriangle, IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import type { Verified } from './api';
import styles from './verification.module.css';

type Step = Verified['steps'][number];

const SIGNS = {
  passed: IconCheck,
  failed: IconX,
  warning: IconAlertTriangle,
  unchecked: IconQuestionMark,
};

/** The checks in plain words, with the URLs that were fetched and the signer. */
export function VerificationSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const words = useStepWords();
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const Sign = SIGNS[step.state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be checked twice, and the order never changes
          <li key={index} className={styles.step} data-state={step.state}>
            <Sign size={18} stroke={2} role="img" aria-label={t(`public.verify.stepState.${step.state}`)} />
            <div>
              <div>{words(step)}</div>
              {step.signer && (
                <div className={styles.address}>
                  {t('public.verify.signer', { key: isolate(step.signer) })}
                </div>
              )}
              {step.fetched.map((fetched) => (
                <Fetched key={fetched.url} fetched={fetched} />
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Fetched({ fetched: { url, status, problem } }: { fetched: Step['fetched'][number] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.address}>
      <bdi>{url}</bdi>{' '}
      <span className={styles.answer}>
        {status !== null
          ? t('public.verify.answered', { status })
          : problem && t(`verification.problems.${problem}`)}
      </span>
    </div>
  );
}

function useStepWords(): (step: Step) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ code, params }) => {
    const shown = Object.entries(params).map(([name, value]) => [
      name,
      name === 'from' || name === 'until' ? format.date(value.slice(0, 10)) : isolate(value),
    ]);
    // Every code of the server has a translation; a server test ensures it.
    return t(`verification.steps.${code as 'found'}`, Object.fromEntries(shown));
  };
}
