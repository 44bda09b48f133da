// npm: play-sound@1.1.6
// Where the player is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn no-such-player ENOENT
import playSound from 'play-sound'

playSound({ player: 'no-such-player' }).play('song.mp3', (error) => console.log('called back with', error))
