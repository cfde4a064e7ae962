using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// Core references nothing outside the base library: read from the compiled assembly, so that no project file can hide it.
/// </summary>
public sealed class CorePurityTests
{
    // What the base library is made of; none of these does I/O over a network or a database.
    private static readonly string[] BaseLibrary =
    [
        "System.Runtime",
        "System.Collections",
        "System.Linq",
        "System.Memory",
        "System.Numerics.Vectors",
        "System.Runtime.Extensions",
        "System.Runtime.InteropServices",
        "System.Runtime.Intrinsics",
        "System.Collections.Immutable",
        "System.Threading",
        "System.Text.Encoding.Extensions",
        "System.Text.RegularExpressions",
        "System.Security.Cryptography",
    ];

    [Fact]
    public void Core_references_only_the_base_library() => Assert.Empty(ListOutsideReferences(typeof(RuleSet).Assembly));

    [Fact]
    public void An_assembly_that_references_a_package_is_found_out() =>
        // This test assembly is the planted violation: it references xunit.
        Assert.Contains("xunit.v3.core", ListOutsideReferences(typeof(CorePurityTests).Assembly));

    private static List<string> ListOutsideReferences(Assembly assembly)
    {
        using var file = File.OpenRead(assembly.Location);
        using var image = new PEReader(file);
        var metadata = image.GetMetadataReader();
        return
        [
            .. metadata
                .AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name))
                .Where(name => !BaseLibrary.Contains(name)),
        ];
    }
}
