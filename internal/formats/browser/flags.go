package browser

import "os"

// flags are Chrome's arguments. The network flags apply in every mode: where no network namespace is available they are the only
// restriction.
func flags(profile string, sandbox bool) []string {
	list := []string{
		"--headless",
		"--remote-debugging-pipe",
		"--user-data-dir=" + profile,

		"--host-resolver-rules=MAP * ~NOTFOUND",
		"--proxy-server=http://127.0.0.1:9",
		"--proxy-bypass-list=<-loopback>",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-domain-reliability",
		"--disable-sync",
		"--no-pings",

		// A page that collects memory without end dies early and alone.
		"--js-flags=--max-old-space-size=512",

		// Glyphs at their designed places, whatever the machine's settings.
		"--font-render-hinting=none",
		"--force-color-profile=srgb",
		"--hide-scrollbars",

		"--disable-gpu",
		"--disable-dev-shm-usage",
		"--disable-breakpad",
		"--disable-crash-reporter",
		"--disable-extensions",
		"--disable-default-apps",
		"--disable-popup-blocking",
		"--disable-hang-monitor",
		"--disable-ipc-flooding-protection",
		"--disable-background-timer-throttling",
		"--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding",
		"--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider",
		"--no-first-run",
		"--no-default-browser-check",
		"--no-service-autorun",
		"--password-store=basic",
		"--use-mock-keychain",
		"--mute-audio",
	}
	if !sandbox {
		list = append(list, "--no-sandbox")
	}
	return append(list, "about:blank")
}

// environment is Chrome's environment. It contains none of the server's variables, so that a compromised renderer finds no
// secrets.
func environment(profile string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + profile,
		"TMPDIR=" + profile,
		"TZ=UTC",
		"LANG=C.UTF-8",
		"DBUS_SESSION_BUS_ADDRESS=disabled:",
	}
}
