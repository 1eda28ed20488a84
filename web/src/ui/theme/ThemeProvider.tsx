// Mantine's styles are in a cascade layer, so our styles override them in any order of the bundle.
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './tokens.css';
import {
  DirectionProvider,
  MantineProvider,
  type MantineThemeOverride,
  mergeThemeOverrides,
  useDirection,
} from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useDirectionOfLanguage } from '../../i18n/useLanguage';
import { styleNonce } from './nonce';
import { cssVariablesResolver, theme } from './theme';

interface ThemeProviderProps {
  /** Parts of the theme that another product overrides. */
  overrides?: MantineThemeOverride;
  /** A fixed colour scheme that the user cannot change. */
  scheme?: 'light' | 'dark' | undefined;
  children: ReactNode;
}

/** Provides Mantine with Laurel's tokens, both colour schemes and the text direction of the current language. */
export function ThemeProvider({ overrides, scheme, children }: ThemeProviderProps) {
  const worn = useMemo(() => (overrides ? mergeThemeOverrides(theme, overrides) : theme), [overrides]);
  return (
    <DirectionProvider detectDirection={false}>
      <MantineProvider
        theme={worn}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        {...(scheme && { forceColorScheme: scheme })}
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
