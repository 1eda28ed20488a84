import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './TextEditor.module.css';
import type { TagMenuState } from './useTagMenu';

const WIDTH = 288;
const HEIGHT = 248;

/** Attributes that match the typed text. The caret stays in the text. */
export function TagMenu({ menu }: { menu: TagMenuState }) {
  const { t } = useTranslation();
  const left = Math.min(menu.at.x, window.innerWidth - WIDTH);
  const below = menu.at.y + HEIGHT < window.innerHeight;
  const place = below ? { left, top: menu.at.y + 4 } : { left, bottom: window.innerHeight - menu.at.y + 28 };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[menu.active]?.scrollIntoView({ block: 'nearest' });
  }, [menu.active]);
  return (
    <div
      ref={list}
      tabIndex={0}
      id={menu.id}
      role="listbox"
      aria-label={t('editor.text.attributes')}
      className={styles.menu}
      style={place}
    >
      {menu.found.map((attribute, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the text field points at the chosen one
        <div
          key={attribute.tagName}
          id={`${menu.id}-${index}`}
          role="option"
          aria-selected={index === menu.active}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => menu.choose(attribute)}
        >
          <bdi>{attribute.name}</bdi>
          <span className={styles.tag} dir="ltr">
            {attribute.tagName}
          </span>
        </div>
      ))}
    </div>
  );
}
