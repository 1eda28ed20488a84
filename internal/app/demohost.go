package app

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"laurel/internal/edges/httpapi"
)

// DemoFile is the file with the result of `laurel demo`, so that running it again keeps sign-ins and keys.
func (a *App) DemoFile() string { return filepath.Join(a.Config.DataDir, "demo.json") }

// demoHost reads what the sample hosts of the design maker need.
func (a *App) demoHost() (httpapi.DemoHost, error) {
	var kept struct {
		APIKey   string `json:"api_key"`
		DesignID int64  `json:"design_id"`
	}
	data, err := os.ReadFile(a.DemoFile())
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return httpapi.DemoHost{}, fmt.Errorf("read %s: %w", a.DemoFile(), err)
	}
	return httpapi.DemoHost{APIKey: kept.APIKey, DesignID: kept.DesignID}, nil
}
