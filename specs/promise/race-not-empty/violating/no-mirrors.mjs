const mirrors = []
void Promise.race(mirrors.map(async (mirror) => mirror)) // violation
