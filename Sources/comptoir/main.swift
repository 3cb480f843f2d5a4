print("comptoir")
