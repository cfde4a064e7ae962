using Xunit.v3;

namespace Advisor.Tests;

/// <summary>
/// Names a fault of the matrix in docs/reliability.md that the test holds; the page is made from these. As a trait it also selects tests:
/// <c>tests/run -trait "Fault=monitor-429"</c>.
/// </summary>
/// <param name="id">Of the list in Advisor.Cli.Tests, <c>Docs/FaultCatalog.cs</c>.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class FaultAttribute(string id) : Attribute, ITraitAttribute
{
    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() => [new("Fault", id)];
}
