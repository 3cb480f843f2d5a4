# A part of YunoSDK; see YunoSDK.podspec.
Pod::Spec.new do |s|
  s.name = 'ComptoirInterfaceAppleWeb'
  s.module_name = 'InterfaceAppleWeb'
  s.version = '1.1.22'
  s.summary = 'Draws pages inside screens with WebKit.'
  s.homepage = 'https://comptoir.example'
  s.license = { :type => 'Apache-2.0', :file => 'LICENSE' }
  s.author = 'Comptoir'
  s.source = { :git => 'https://comptoir.example/comptoir.git', :tag => s.version.to_s }

  s.platform = :ios, '14.0'
  s.swift_versions = ['6.0']
  s.source_files = 'Sources/InterfaceAppleWeb/**/*.swift'
  s.pod_target_xcconfig = { 'OTHER_SWIFT_FLAGS' => '$(inherited) -package-name comptoir' }

  s.dependency 'ComptoirInterface', s.version.to_s
  s.dependency 'ComptoirInterfaceApple', s.version.to_s
end
