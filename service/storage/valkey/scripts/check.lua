-- needs: login
return {'done', debt}
