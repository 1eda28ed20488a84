import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EditorTemplate } from '../../editor';
import { Picture } from '../../ui/Picture';
import styles from './cards.module.css';
import { useDesignWords } from './words';

/** Width in px of the template previews that ship with the application. Other widths are rendered on request. */
const SHIPPED_WIDTH = 480;

interface TemplateCardProps {
  template: EditorTemplate;
  onChoose: () => void;
}

/** One template with its preview, linked to the editor. */
export function TemplateCard({ template, onChoose }: TemplateCardProps) {
  const { t } = useTranslation();
  const words = useDesignWords();
  const { slug, name, style, image_url, document } = template;
  return (
    <li className={styles.card}>
      <div className={styles.stage} data-badge={document.kind === 'badge' || undefined}>
        <Picture src={`${image_url}?width=${SHIPPED_WIDTH}`} alt="" />
      </div>
      <div className={styles.words}>
        <Link to={`/designs/new/edit?template=${slug}`} className={styles.name} onClick={onChoose}>
          <bdi>{name}</bdi>
        </Link>
        <div className={styles.facts}>
          {document.kind === 'certificate' && `${words.format(document)} · `}
          {t(`designs.style.${style}`)}
        </div>
      </div>
    </li>
  );
}
