using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Web.OpenApi;

/// <summary>Parameter of a request.</summary>
/// <param name="In">query or path.</param>
internal sealed record ApiParameter(string Name, string In, string Description, JsonObject Schema, bool IsRequired = false);

/// <summary>A request of the API, as the description states it.</summary>
/// <param name="Method">GET or POST; a GET also answers HEAD.</param>
/// <param name="Path">Path in OpenAPI's form, such as <c>/api/dead-letters/{id}</c>.</param>
/// <param name="Id">Unique name, from which clients make the name of a function.</param>
internal sealed record ApiOperation(string Method, string Path, string Id, string Summary)
{
    public IReadOnlyList<ApiParameter> Parameters { get; init; } = [];

    /// <summary>Type of a successful answer; null where <see cref="Schema"/> describes it.</summary>
    public JsonTypeInfo? Answer { get; init; }

    /// <summary>Schema of a successful answer; null where <see cref="Answer"/> has it, or it is text.</summary>
    public JsonObject? Schema { get; init; }

    /// <summary>Media types of a successful answer.</summary>
    public IReadOnlyList<string> Media { get; init; } = ["application/json"];

    /// <summary>Schema of the body; null = none.</summary>
    public JsonObject? Body { get; init; }

    /// <summary>Statuses of the problems that it may answer with.</summary>
    public IReadOnlyList<int> Problems { get; init; } = [];

    /// <summary>Whether the answer may be 304: it has an ETag.</summary>
    public bool IsTagged { get; init; }
}
