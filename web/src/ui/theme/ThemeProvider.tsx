import '@mantine/core/styles.css';
import './fonts.css';
import './tokens.css';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useDirectionOfLanguage } from '../../i18n/useLanguage';
import { styleNonce } from './nonce';
import { cssVariablesResolver, theme } from './theme';

/** Mantine with Laurel's tokens, both colour schemes and the direction of the current language. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <FollowLanguage />
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

function FollowLanguage() {
  const { setDirection } = useDirection();
  const direction = useDirectionOfLanguage();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
