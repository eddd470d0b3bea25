Follower=follow=None
