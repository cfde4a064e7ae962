using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>Shows a time such as "2026-01-31 08:00 UTC".</summary>
public sealed partial class Timestamp : ComponentBase
{
    [Parameter, EditorRequired]
    public DateTimeOffset At { get; set; }

    private string Machine => At.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'");

    private string Text => At.UtcDateTime.ToString("yyyy-MM-dd HH:mm' UTC'");
}
