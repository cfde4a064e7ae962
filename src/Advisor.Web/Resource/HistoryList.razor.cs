namespace Advisor.Web.Resource;

/// <summary>Decisions or changes, newest first; the earlier ones on demand.</summary>
public sealed partial class HistoryList : ViewComponent<IReadOnlyList<HistoryEntry>>
{
    private const int Shown = 5;
}
