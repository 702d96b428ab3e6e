import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rm, rmdir
from conan.tools.scm import Version

# What README.md's table of platforms has; and the compilers of cmake/compiler.cmake.
SYSTEMS = ("Linux", "Macos", "Windows")
NOT_AARCH64 = ("arm64ec", "armv8_32")
OLDEST = {"gcc": "9", "clang": "9", "apple-clang": "0"}


class Neosig(ConanFile):
    name = "neosig"
    description = "Post-quantum signatures: ML-DSA, SLH-DSA, Dilithium, Falcon, HAETAE, HAWK, SNOVA, UOV, MAYO, Rainbow"
    license = "MIT"
    topics = ("cryptography", "post-quantum", "digital signatures", "ml-dsa", "fips-204", "slh-dsa", "fips-205")
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "schemes": ["ANY"], "verify_only": [True, False]}
    default_options = {"shared": False, "fPIC": True, "schemes": "all", "verify_only": False}
    implements = ["auto_shared_fpic"]

    def layout(self):
        cmake_layout(self, src_folder="src")

    def validate(self):
        system, arch, compiler = (str(self.settings.get_safe(name)) for name in ("os", "arch", "compiler"))
        version = str(self.settings.get_safe("compiler.version"))
        if system not in SYSTEMS:
            raise ConanInvalidConfiguration(f"neosig is for {', '.join(SYSTEMS)}, not {system}")
        if arch in NOT_AARCH64:
            raise ConanInvalidConfiguration(f"neosig's 64-bit Arm code is not for {arch}")
        if compiler not in OLDEST or self.settings.get_safe("compiler.runtime"):
            raise ConanInvalidConfiguration(f"neosig needs GCC or Clang (on Windows: MinGW's), not {compiler}")
        if Version(version) < OLDEST[compiler]:
            raise ConanInvalidConfiguration(f"neosig needs {compiler} {OLDEST[compiler]} or later, not {version}")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["NEOSIG_BUILD_PROGRAMS"] = False
        toolchain.cache_variables["NEOSIG_BUILD_TESTS"] = False
        toolchain.cache_variables["NEOSIG_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["NEOSIG_VERIFY_ONLY"] = bool(self.options.verify_only)
        if self.options.schemes != "all":
            toolchain.cache_variables["NEOSIG_SCHEMES"] = str(self.options.schemes).replace(",", ";")
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in ("pkgconfig", "cmake"):  # Conan writes its own
            rmdir(self, os.path.join(self.package_folder, "lib", folder))
        if self.options.shared:
            rm(self, "*.a", os.path.join(self.package_folder, "lib"))

    def package_info(self):
        self.cpp_info.libs = ["neosig"]
        self.cpp_info.set_property("cmake_file_name", "neosig")
        self.cpp_info.set_property("cmake_target_name", "neosig::neosig")
        self.cpp_info.set_property("cmake_config_version_compat",
                                   "SameMinorVersion" if Version(self.version).major == 0 else "SameMajorVersion")
        self.cpp_info.set_property("pkg_config_name", "neosig")
        if self.settings.os == "Windows":
            self.cpp_info.system_libs = ["bcrypt"]
