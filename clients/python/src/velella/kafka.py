Reader=Record=Writer=None
