# The SDK is seven modules that import each other, as in Package.swift. A pod is one module, and its subspecs are too, so each
# module is a pod of its own; an app names this one and CocoaPods brings the others. They share `package` access through
# the compiler's -package-name. Tests/YunoSDKTests/Package/PodTests.swift compares them all with Package.swift.
# The addresses are the published repository's, and set when it is published.
Pod::Spec.new do |s|
  s.name = 'YunoSDK'
  s.version = '1.1.22'
  s.summary = 'Takes payments in an app: full, lite, render, headless and seamless.'
  s.homepage = 'https://comptoir.example'
  s.license = { :type => 'Apache-2.0', :file => 'LICENSE' }
  s.author = 'Comptoir'
  s.source = { :git => 'https://comptoir.example/comptoir.git', :tag => s.version.to_s }

  s.platform = :ios, '14.0'
  s.swift_versions = ['6.0']
  s.source_files = 'Sources/SDKs/YunoSDK/**/*.swift'
  s.pod_target_xcconfig = { 'OTHER_SWIFT_FLAGS' => '$(inherited) -package-name comptoir' }

  s.resource_bundles = { 'YunoSDKPrivacy' => ['Sources/SDKs/YunoSDK/PrivacyInfo.xcprivacy'] }

  s.dependency 'ComptoirCheckout', s.version.to_s
  s.dependency 'ComptoirInterface', s.version.to_s
  s.dependency 'ComptoirInterfaceApple', s.version.to_s
  s.dependency 'ComptoirInterfaceAppleWeb', s.version.to_s
  s.dependency 'ComptoirKernel', s.version.to_s
  s.dependency 'ComptoirWire', s.version.to_s
end
