using Advisor.Tests;

namespace Advisor.Service.Tests.Fuzzing;

public sealed class ParserFuzzTests(ITestOutputHelper output)
{
    public static TheoryData<string> Parsers => [.. ServiceTargets.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Parsers))]
    public void Whatever_the_bytes_a_parser_answers_as_documented(string name) =>
        ParserFuzz.Check(ServiceTargets.All.Single(target => target.Name == name), output);
}
