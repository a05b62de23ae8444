package namespace

import "time"

// StopTimeout is how long a memory server may take to stop before it is killed. The operator gives its pod as
// much, and the server's own limits keep within it.
const StopTimeout = time.Minute
