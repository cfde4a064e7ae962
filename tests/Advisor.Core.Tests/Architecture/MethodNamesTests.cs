using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// A method that does or computes something begins with a verb, as .NET names them: <c>FindClosed</c>, not <c>Closed</c>. The verbs are in
/// <c>verbs.txt</c>, those that only tests and their support code use in <c>verbs-of-tests.txt</c>; before a new one is added there, take
/// the one that the code uses for the same thing.
/// </summary>
public sealed class MethodNamesTests
{
    // Of conversions and factories: FromCosts, ToRatio, AsSpan, WithSku.
    private static readonly string[] Conversions = ["As", "From", "To", "With"];

    // Of methods that answer yes or no.
    private static readonly string[] Predicates =
    [
        "Accepts",
        "Allows",
        "Are",
        "Can",
        "Contains",
        "Covers",
        "Did",
        "Equals",
        "Exceeds",
        "Fits",
        "Has",
        "Includes",
        "Is",
        "Matches",
        "May",
        "Must",
        "Should",
        "Uses",
        "Was",
    ];

    // The noun is the name in mathematics and in LINQ.
    private static readonly string[] Established = ["Any", "ForEach", "Max", "Mean", "Median", "Min", "Quantile"];

    private static readonly string[] Verbs = ReadVerbs("verbs.txt");
    private static readonly string[] VerbsOfTests = ReadVerbs("verbs-of-tests.txt");

    // A test is named by a sentence.
    private static readonly List<DeclaredMethod> Product = [.. MethodDeclarations.List("src", "functions")];
    private static readonly List<DeclaredMethod> Tests = [.. MethodDeclarations.List("tests").Where(method => !method.Name.Contains('_'))];

    [Fact]
    public void The_name_of_a_method_begins_with_a_verb() =>
        Assert.Empty(
            FindWithoutVerb(Product, Verbs)
                .Select(method => $"{method} begins with '{method.FirstWord}', which is not in verbs.txt")
                .Concat(
                    FindWithoutVerb(Tests, [.. Verbs, .. VerbsOfTests])
                        .Select(method =>
                            $"{method} begins with '{method.FirstWord}', which is neither in verbs.txt nor in verbs-of-tests.txt"
                        )
                )
        );

    [Fact]
    public void Every_verb_of_a_list_is_used_and_they_are_sorted()
    {
        Assert.Empty(Verbs.Except(ListFirstWords(Product)));
        Assert.Empty(VerbsOfTests.Except(ListFirstWords(Tests)));
        Assert.Empty(VerbsOfTests.Intersect(Verbs));
        Assert.All([Verbs, VerbsOfTests], verbs => Assert.Equal(verbs.Distinct().Order(StringComparer.Ordinal), verbs));
    }

    [Fact]
    public void Every_exemption_is_needed()
    {
        Assert.Empty(Conversions.Concat(Predicates).Except(Product.Select(method => method.FirstWord)));
        Assert.DoesNotContain(Established, name => !Product.Exists(method => IsEstablished(method, name)));
    }

    [Theory]
    [InlineData("private static int Closed(int days) => days;", "Fleet.Closed")]
    [InlineData("internal async Task<List<(int From, int To)>> RowsAsync<T>(T filter)", "Fleet.RowsAsync")]
    [InlineData("(string? Title, int[]? Units) Header(string line) =>", "Fleet.Header")]
    [InlineData("public double Is(int units) => units;", "Fleet.Is")]
    [InlineData("public Fleet Larger() => this;", "Fleet.Larger")]
    [InlineData("public static Fleet Empty() => new();", null)]
    [InlineData("public bool IsClosed(int days) => days > 0;", null)]
    [InlineData("public override int Value(int days) => days;", null)]
    [InlineData("private static partial Regex LinkPattern();", null)]
    [InlineData("return Closed(days);", null)]
    [InlineData("public Fleet(int days)", null)]
    public void A_name_without_a_verb_is_found_out(string line, string? name) =>
        Assert.Equal(
            name is null ? [] : ["src/Fleet.cs:3: " + name],
            FindWithoutVerb(MethodDeclarations.Find("src/Fleet.cs", $"public class Fleet\n{{\n    {line}\n}}\n"), Verbs)
                .Select(method => method.ToString())
        );

    private static string[] ReadVerbs(string file) =>
        File.ReadAllLines(RepositoryFiles.GetPath("tests", "Advisor.Core.Tests", "Architecture", file));

    private static IEnumerable<DeclaredMethod> FindWithoutVerb(IEnumerable<DeclaredMethod> methods, string[] verbs) =>
        methods.Where(method => !IsExempt(method) && !verbs.Contains(method.FirstWord));

    private static IEnumerable<string> ListFirstWords(IEnumerable<DeclaredMethod> methods) =>
        methods.Where(method => !IsExempt(method)).Select(method => method.FirstWord);

    private static bool IsExempt(DeclaredMethod method) =>
        method.IsOverride
        || Conversions.Contains(method.FirstWord)
        || (Predicates.Contains(method.FirstWord) && method.Returns is "bool" or "Task<bool>")
        || Established.Any(name => IsEstablished(method, name))
        || method.Returns == "Regex" // of a generator, with a name for the pattern
        || (method.IsStatic && method.Returns == method.Type); // named for the case that it makes, as HealthCheckResult.Healthy

    private static bool IsEstablished(DeclaredMethod method, string name) =>
        name == "ForEach" ? method.Name.StartsWith(name, StringComparison.Ordinal) : method.Name == name;
}
