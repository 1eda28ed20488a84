import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { importAddress } from '../../api/imports';
import styles from './ImportSteps.module.css';
import { openSteps, STEPS, type Step } from './steps';
import type { Import } from './types';

/** The steps of an import, with the current one highlighted. Open steps are links. */
export function ImportSteps({ spreadsheet, step }: { spreadsheet: Import; step: Step }) {
  const { t } = useTranslation();
  const open = openSteps(spreadsheet.state);
  const now = STEPS.indexOf(step);
  return (
    <nav aria-label={t('imports.steps.label')} className={styles.steps}>
      <ol>
        {STEPS.map((one, index) => {
          const words = (
            <>
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.name}>{t(`imports.steps.${one}`)}</span>
            </>
          );
          const current = one === step ? ('step' as const) : undefined;
          return (
            <li key={one} data-passed={index < now || undefined} data-now={current && true}>
              {open.includes(one) ? (
                <Link to={`${importAddress(spreadsheet.uuid)}/${one}`} aria-current={current}>
                  {words}
                </Link>
              ) : (
                <span aria-current={current}>{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
