// No code of the program calls the resolvers: what can be said is which promise it was.
const answer = Promise.resolve('yes')
const winner = new Promise((resolve, reject) => { // violation
  answer.then(resolve)
  answer.then(reject)
})
await winner
