import { useTranslation } from 'react-i18next';
import { Picture } from '../../ui/Picture';
import type { Template } from './api';
import styles from './cards.module.css';
import { useDesignWords } from './words';

interface TemplateCardProps {
  template: Template;
  /** Left out for those who may not make designs: the card then only shows. */
  onChoose: (() => void) | undefined;
}

/** One template, with its true picture. */
export function TemplateCard({ template, onChoose }: TemplateCardProps) {
  const { t } = useTranslation();
  const words = useDesignWords();
  return (
    <li className={styles.card}>
      <div className={styles.stage} data-badge={template.kind === 'badge' || undefined}>
        <Picture src={template.image_url} alt="" />
      </div>
      <div className={styles.words}>
        {onChoose ? (
          <button type="button" className={styles.name} onClick={onChoose}>
            {template.name}
          </button>
        ) : (
          <span className={styles.name}>{template.name}</span>
        )}
        <div className={styles.facts}>{words.summary(template)}</div>
        <div className={styles.facts}>{t(`designs.style.${template.style}`)}</div>
      </div>
    </li>
  );
}
